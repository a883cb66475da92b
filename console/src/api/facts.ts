// Generated from tables in `domain/` by test_domain with PAYLINK_WRITE_DOCS=1.

/** The formats of statements; the first whose `beginning`, an expression, fits a file is probably its own. */
export const statementFormats = [
  { word: 'camt', label: 'camt.053, camt.054', extensions: '.xml', beginning: '<', hasColumns: false },
  { word: 'mt940', label: 'MT940', extensions: '.sta .mt940 .940', beginning: '\\{\\d:|:20:', hasColumns: false },
  { word: 'csv', label: 'CSV', extensions: '.csv .tsv', beginning: '', hasColumns: true },
] as const;

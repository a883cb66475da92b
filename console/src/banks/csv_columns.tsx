import { useMemo } from 'preact/hooks';
import { useTexts } from '../texts/use_texts';
import { SelectField, TextField } from '../ui/field';
import { datePatternOf, guessColumns, readCsv } from './statement_file';

const members = ['date', 'amount', 'credit', 'debit', 'text', 'reference', 'account'] as const;

/** The meaning of a CSV file's columns: guessed from their names, corrected by the user next to the first rows. */
export function CsvColumns({ text }: { text: string }) {
  const t = useTexts().banks;
  const { columns, rows, guess, pattern } = useMemo(() => {
    const start = readCsv(text);
    const guess = guessColumns(start.columns);
    const place = start.columns.indexOf(guess.date ?? '');
    return { ...start, guess, pattern: datePatternOf(start.rows[0]?.[place] ?? '') };
  }, [text]);
  return (
    <>
      <div class="csv-start">
        <table>
          <caption>{t.first_rows}</caption>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr key={cells.join('\t')}>
                {columns.map((name, index) => (
                  <td key={name}>{cells[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <fieldset class="columns">
        <legend>{t.columns}</legend>
        <p class="hint">{t.columns_hint}</p>
        {members.map((member) => (
          <SelectField
            key={member}
            name={`columns.${member}`}
            label={t.column_names[member]}
            optional={member !== 'date'}
            value={guess[member] ?? ''}
            options={['', ...columns].map((name) => ({ value: name, text: name || t.no_column }))}
          />
        ))}
        <TextField
          name="columns.date_pattern"
          label={t.date_pattern}
          hint={t.date_pattern_hint}
          autocomplete="off"
          spellcheck={false}
          optional
          defaultValue={pattern}
          placeholder="dd/MM/yyyy HH:mm:ss"
        />
      </fieldset>
    </>
  );
}

import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { withoutEmpty } from '../api/client';
import { ApiError } from '../api/errors';
import { statementFormats } from '../api/facts';
import { useConfig } from '../app/config';
import { useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { ButtonLink } from '../ui/button';
import { Checkbox, Field, SelectField } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { Icon } from '../ui/icon';
import { Section } from '../ui/page';
import { type BankAccount, importStatement, type StatementImport } from './calls';
import { CsvColumns } from './csv_columns';
import { formatOf, type StatementFormat } from './statement_file';
import { StatementResult, signed } from './statement_result';

const bytesMax = 1024 * 1024;
const extensions = statementFormats.flatMap((format) => format.extensions.split(' '));
const accepted = [...extensions, '.txt', 'text/*', 'application/xml'].join();

interface Chosen {
  name: string;
  text: string;
  format: StatementFormat;
}

/** Imports entries that the bank has not reported, from a statement file. */
export function StatementSection({ account }: { account: BankAccount }) {
  const t = useTexts().banks;
  const { id: ws, denied } = useWorkspace();
  const queries = useQueryClient();
  const bankPage = useConfig()?.bank_simulator;
  const [chosen, setChosen] = useState<Chosen>();
  const [fault, setFault] = useState<'not_text' | 'too_large'>();
  const [said, setSaid] = useState('');
  const [result, setResult] = useState<StatementImport>();
  const [unexplained, setUnexplained] = useState('');

  const choose = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    setResult(undefined);
    setChosen(undefined);
    setFault(undefined);
    setUnexplained('');
    if (!file) return;
    const text = file.size > bytesMax ? undefined : await textOf(file);
    if (text === undefined) {
      setFault(file.size > bytesMax ? 'too_large' : 'not_text');
      input.value = '';
    } else setChosen({ name: file.name, text, format: formatOf(text) });
  };
  const send = async (values: Values) => {
    const { text, format } = chosen!;
    const columns = Object.fromEntries(
      Object.entries(values)
        .filter(([name]) => name.startsWith('columns.'))
        .map(([name, value]) => [name.slice('columns.'.length), value]),
    );
    const body = {
      format: format.word,
      statement: text,
      ...(format.hasColumns && { columns: withoutEmpty(columns) as never }),
      ...(values['accepted'] === 'true' && { unexplained_amount: unexplained }),
    };
    try {
      setResult(await importStatement(ws, account.id, body));
    } catch (error) {
      if (error instanceof ApiError) {
        const disagreeing = error.faults.find(({ code }) => code === 'unexplained')?.value;
        setUnexplained(disagreeing ?? '');
        if (disagreeing) return;
        setSaid(error.faults[0]?.message ?? '');
      }
      throw error;
    }
    setChosen(undefined);
    setUnexplained('');
    announce(t.imported);
    for (const kind of ['banks', 'transactions', 'payment_links', 'orders'])
      void queries.invalidateQueries({ queryKey: [kind, ws] });
  };

  return (
    <Section title={t.import}>
      <div class="card statement">
        <p class="quiet-text">{t.import_advice}</p>
        {result ? (
          <StatementResult result={result} onAgain={() => setResult(undefined)} />
        ) : (
          <Form
            submit={t.import_do}
            onSubmit={send}
            refusals={{ VALIDATION_ERROR: said || t.columns_wrong }}
            denied={denied('bank_accounts:write')}
            others={
              bankPage && (
                <ButtonLink
                  kind="quiet"
                  icon="download"
                  href={`${bankPage}/statement?format=csv&bank=${account.bank}&account=${account.account_number}`}
                  external
                >
                  {t.sandbox_statement}
                </ButtonLink>
              )
            }
          >
            <Field
              name="statement"
              label={t.file}
              hint={t.file_hint(statementFormats.map(({ label }) => label).join(', '))}
              faults={{ required: t.file_required, format: said }}
            >
              {(control) => (
                <input
                  {...control}
                  type="file"
                  class="file"
                  accept={accepted}
                  onChange={(event) => void choose(event.currentTarget)}
                />
              )}
            </Field>
            <p class="bad-text" role="alert">
              {fault && t.file_faults[fault]}
            </p>
            {chosen && (
              <SelectField
                key={chosen.name}
                name="format"
                label={t.format}
                value={chosen.format.word}
                options={statementFormats.map(({ word, label }) => ({ value: word, text: label }))}
                onChange={(word) =>
                  setChosen({ ...chosen, format: statementFormats.find((format) => format.word === word)! })
                }
              />
            )}
            {chosen?.format.hasColumns && <CsvColumns key={chosen.text} text={chosen.text} />}
            {unexplained && (
              <>
                <p class="note warm" role="alert">
                  <Icon name="triangle-alert" />
                  {t.unexplained_refused(signed(unexplained))}
                </p>
                <Checkbox name="accepted">{t.unexplained_accept}</Checkbox>
              </>
            )}
            {chosen && !chosen.format.hasColumns && (
              <div>
                <h3>{t.first_lines}</h3>
                <pre class="file-start">{chosen.text.slice(0, 600)}</pre>
              </div>
            )}
          </Form>
        )}
      </div>
    </Section>
  );
}

/** The text of a UTF-8 file; `undefined` if it is something else. */
async function textOf(file: File): Promise<string | undefined> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/errors';
import { type Texts, useTexts } from '../texts/use_texts';
import { Button } from './button';
import { firstField, isFocusFree } from './first_field';
import { FaultsContext, faultsOfForm, withoutFaultOf } from './form_state';

/** What a person filled in: texts by name, without spaces around them. */
export type Values = Record<string, string>;

interface FormProps {
  /** The text of the button. */
  submit: string;
  /**
   * Sends the form. The key stays the same while the values do, so that a second press creates nothing twice.
   * What it throws is shown: faults beside their fields, everything else above the button.
   */
  onSubmit: (values: Values, idempotencyKey: string) => Promise<unknown>;
  /** Texts for errors that this form explains better, by code. */
  refusals?: Record<string, string>;
  /** Called with the typed values, for live hints. */
  onInput?: (values: Values) => void;
  /** Why the user cannot fill it in. */
  denied?: string | undefined;
  /** What has to be filled in before it can be sent. */
  waitsFor?: string | undefined;
  danger?: boolean;
  /** Buttons beside the form's own. */
  others?: ComponentChildren;
  children?: ComponentChildren;
}

/** An error as a sentence. */
export function refusalText(texts: Texts, error: unknown, own: Record<string, string> = {}): string {
  const { form } = texts.common;
  if (!(error instanceof ApiError)) return form.failed;
  const told = own[error.code];
  if (told) return told;
  if (error.status === 429) return error.retryAfter ? form.too_often_for(error.retryAfter) : form.too_often;
  if (error.code === 'WORKSPACE_SUSPENDED') return form.suspended;
  if (error.code === 'INSUFFICIENT_PERMISSIONS') return form.forbidden;
  if (error.code === 'REAUTHENTICATION_REQUIRED') return form.unconfirmed;
  return error.status === 0 || error.status === 503 ? form.unreachable : form.failed;
}

// Passwords are sent as they are typed; around everything else spaces are a slip.
const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [
      name,
      name.includes('password') ? String(value) : String(value).trim(),
    ]),
  );

export function Form({ submit, onSubmit, refusals, onInput, denied, waitsFor, danger, others, children }: FormProps) {
  const texts = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef({ values: '', key: '' });
  // Faults come from a press, not from before a correction.
  const wasSent = useRef(false);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<{ text: string; traceId: string }>();
  const [busy, setBusy] = useState(false);

  // After the faults are on the page, so that a screen reader reads them with the field.
  useEffect(() => {
    if (!wasSent.current) return;
    wasSent.current = false;
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);

  // A form that came later than its page.
  useEffect(() => {
    if (isFocusFree()) firstField(form.current)?.focus();
  }, []);

  const explain = (error: unknown) => {
    const found = error instanceof ApiError && error.status === 422 ? error.faults : [];
    const names = [...form.current!.elements].map((control) => (control as HTMLInputElement).name).filter(Boolean);
    const own = found.filter(({ field }) => names.some((name) => field === name || field.startsWith(`${name}.`)));
    wasSent.current = true;
    setFaults(Object.fromEntries(own.map(({ field, code }) => [field, code])));
    const isExplained = own.length > 0 && own.length === found.length;
    const traceId = error instanceof ApiError ? error.traceId : '';
    setRefusal(isExplained ? undefined : { text: refusalText(texts, error, refusals), traceId });
  };

  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || denied || waitsFor) return;
    const found = faultsOfForm(form.current!);
    wasSent.current = true;
    setFaults(found);
    setRefusal(undefined);
    if (Object.keys(found).length > 0) return;
    const values = valuesOf(form.current!);
    const text = JSON.stringify(values);
    if (sent.current.values !== text) sent.current = { values: text, key: crypto.randomUUID() };
    setBusy(true);
    try {
      await onSubmit(values, sent.current.key);
      sent.current = { values: '', key: '' };
    } catch (error) {
      explain(error);
    } finally {
      setBusy(false);
    }
  };

  const input = (event: Event) => {
    const { name, dataset } = event.target as HTMLInputElement;
    setFaults(withoutFaultOf(name || (dataset['field'] ?? ''), faults));
    onInput?.(valuesOf(form.current!));
  };

  return (
    <form ref={form} class="form" noValidate onSubmit={send} onInput={input}>
      <fieldset disabled={Boolean(denied)}>
        <FaultsContext.Provider value={faults}>{children}</FaultsContext.Provider>
      </fieldset>
      <div class="refusal" role="alert">
        {refusal && <p>{refusal.text}</p>}
        {refusal?.traceId && <p class="trace">{texts.common.list.trace(refusal.traceId)}</p>}
      </div>
      <div class="form-buttons">
        <Button type="submit" kind={danger ? 'danger' : 'main'} busy={busy} denied={denied ?? waitsFor}>
          {submit}
        </Button>
        {others}
      </div>
    </form>
  );
}

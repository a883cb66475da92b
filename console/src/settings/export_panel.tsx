import { useEffect, useRef, useState } from 'preact/hooks';
import { useWorkspace, type Workspace } from '../app/workspace';
import { size } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Button } from '../ui/button';
import { refusalText } from '../ui/form';
import { Icon } from '../ui/icon';
import { Panel } from '../ui/panel';
import { saveFile } from '../ui/save_file';
import { type Exported, exportWorkspace } from './calls';

type State =
  | { step: 'idle' | 'stopped' | 'cut' }
  | { step: 'running' | 'done'; so_far: Exported }
  | { step: 'failed'; error: unknown };

/** The export is one long response: counted while it arrives, and saved only if it is complete. */
export function ExportPanel({ workspace }: { workspace: Workspace }) {
  const texts = useTexts();
  const t = texts.settings;
  const { denied } = useWorkspace();
  const [state, setState] = useState<State>({ step: 'idle' });
  const running = useRef<AbortController>();
  useEffect(() => () => running.current?.abort(), []);

  const save = ({ file }: Exported) => file && saveFile(`${workspace.id}.jsonl`, file);
  const start = async () => {
    const stop = new AbortController();
    running.current = stop;
    setState({ step: 'running', so_far: { records: 0, bytes: 0 } });
    try {
      const exported = await exportWorkspace(workspace.id, stop.signal, (so_far) =>
        setState({ step: 'running', so_far }),
      );
      save(exported);
      setState(exported.file ? { step: 'done', so_far: exported } : { step: 'cut' });
    } catch (error) {
      setState(stop.signal.aborted ? { step: 'stopped' } : { step: 'failed', error });
    }
  };
  const told = (so_far: Exported, tell: typeof t.exported) => tell(so_far.records, size(so_far.bytes));
  const isRunning = state.step === 'running';
  return (
    <Panel title={t.export} advice={t.export_advice}>
      <div class="export-state" role="status">
        {state.step === 'idle' && null}
        {isRunning && <p>{told(state.so_far, t.exporting)}</p>}
        {state.step === 'done' && (
          <p class="good-text">
            <Icon name="circle-check" />
            {told(state.so_far, t.exported)}
          </p>
        )}
        {state.step === 'stopped' && <p>{t.export_stopped}</p>}
        {state.step === 'cut' && <p class="bad-text">{t.export_cut}</p>}
        {state.step === 'failed' && <p class="bad-text">{refusalText(texts, state.error)}</p>}
      </div>
      <div class="form-buttons">
        <Button icon="download" busy={isRunning} denied={denied('export')} onClick={() => void start()}>
          {t.export_do}
        </Button>
        {isRunning && (
          <Button kind="quiet" onClick={() => running.current?.abort()}>
            {t.export_stop}
          </Button>
        )}
        {state.step === 'done' && (
          <Button kind="quiet" onClick={() => save(state.so_far)}>
            {t.save_again}
          </Button>
        )}
      </div>
    </Panel>
  );
}

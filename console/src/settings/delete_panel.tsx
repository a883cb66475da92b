import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ApiError } from '../api/errors';
import { useWorkspace, type Workspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Checkbox, TextField } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { Icon } from '../ui/icon';
import { Panel } from '../ui/panel';
import { deleteWorkspace } from './calls';

export function DeletePanel({ workspace }: { workspace: Workspace }) {
  const t = useTexts().settings;
  const { denied } = useWorkspace();
  const [isAsking, setAsking] = useState(false);
  return (
    <Panel title={t.delete} advice={t.delete_advice}>
      <Button kind="danger" denied={denied('workspaces:delete')} onClick={() => setAsking(true)}>
        {t.delete_do}
      </Button>
      {isAsking && <DeleteDialog workspace={workspace} onClose={() => setAsking(false)} />}
    </Panel>
  );
}

/** The number of undelivered callbacks, from the API's error. */
const unfinishedOf = (error: unknown) =>
  error instanceof ApiError && error.status === 409 && error.faultOf('callbacks') === 'unfinished'
    ? Number(/\d+/.exec(error.faults[0]!.message)?.[0] ?? 1)
    : undefined;

function DeleteDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const texts = useTexts();
  const t = texts.settings;
  const { id, name } = workspace;
  const queries = useQueryClient();
  const { route } = useLocation();
  const [unfinished, setUnfinished] = useState<number>();
  const [isTyped, setTyped] = useState(false);
  const remove = async ({ confirm = '', force }: Values) => {
    try {
      await deleteWorkspace(id, confirm, force === 'true');
    } catch (error) {
      const count = unfinishedOf(error);
      if (count === undefined) throw error;
      setUnfinished(count);
      return;
    }
    announce(t.deleted(name));
    route('/console/', true);
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === id });
    void queries.invalidateQueries({ queryKey: ['workspaces'] });
  };
  return (
    <Dialog title={t.delete_title(name)} onClose={onClose}>
      <ul class="bullets">
        {t.delete_effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      {workspace.status === 'suspended' && (
        <p class="note warm">
          <Icon name="triangle-alert" />
          {t.delete_held}
        </p>
      )}
      <Form
        submit={t.delete_do}
        danger
        onSubmit={remove}
        onInput={({ confirm }) => setTyped(confirm === name)}
        waitsFor={isTyped ? undefined : texts.common.confirm_name(name)}
        refusals={t.delete_refusals}
        others={
          <Button kind="quiet" onClick={onClose}>
            {texts.common.back}
          </Button>
        }
      >
        <TextField
          name="confirm"
          label={texts.common.confirm_name(name)}
          autocomplete="off"
          spellcheck={false}
          faults={{ format: t.wrong_name }}
        />
        <div role="alert">
          {unfinished !== undefined && (
            <>
              <p class="bad-text">{t.unfinished(unfinished)}</p>
              <Checkbox name="force">{t.force}</Checkbox>
            </>
          )}
        </div>
      </Form>
    </Dialog>
  );
}

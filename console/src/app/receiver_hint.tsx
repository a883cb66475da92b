import { useTexts } from '../texts/use_texts';
import type { SandboxReceiver } from './sandbox_receiver';

/** Below a URL field that is prefilled with the sandbox's receiver. */
export function ReceiverHint({ receiver }: { receiver: SandboxReceiver }) {
  const t = useTexts().common;
  return (
    <>
      {t.receiver_filled_in}{' '}
      <a href={receiver.page} target="_blank" rel="noreferrer">
        {t.open_receiver}
      </a>
    </>
  );
}

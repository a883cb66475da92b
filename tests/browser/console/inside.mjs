// The sandbox's Workspace as its Owner has it, and what has become of the money that was sent to it.
import { after } from 'node:test';
import { service } from '../world.mjs';
import { until } from '../until.mjs';
import { consoleOf } from './portal.mjs';
import { Receiver } from './receiver.mjs';
import { Session } from './session.mjs';

export const owner = service.sandbox.user;
export const [workspace] = service.sandbox.workspaces;
export const inside = `/w/${workspace.id}`;
export const session = await new Session(service, await consoleOf(service), owner).begin();
export const receiver = await new Receiver().open(service.folder);
after(() => receiver.close());

/** The transaction with this text, once it is recorded. */
export const transactionOf = (content) => until(`a transaction says ${content}`, async () => {
  const { data } = await session.call('GET', `/transactions/${workspace.id}?q=${encodeURIComponent(content)}`);
  return data.find((one) => one.content === content);
});

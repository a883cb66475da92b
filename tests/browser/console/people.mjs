// People with a role in a Workspace: each has an account, was invited by mail, and has accepted.
import assert from 'node:assert/strict';
import { makePerson } from './portal.mjs';
import { Session } from './session.mjs';

/** The session of a new member, and the member's id. `owner`: the session that invites. */
export async function join({ owner, mailbox, workspace }, { email, name, role }) {
  const person = await makePerson(owner.service, email, name);
  await mailbox.linkFor(email); // of the account
  const invited = await owner.call('POST', `/workspaces/${workspace}/invitations`, { email, role });
  assert.equal(invited.status, 201);
  const token = (await mailbox.linkFor(email)).split('#')[1];
  const session = await new Session(owner.service, owner.origin, person).begin();
  const joined = await session.call('POST', '/invitations/accept', { token });
  assert.equal(joined.status, 200);
  return { session, id: joined.data.user_id };
}

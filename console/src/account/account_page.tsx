import { PersonPage } from '../app/person_page';
import { PasskeysPanel } from './passkeys';
import { PasswordPanel, ProfilePanel } from './profile';
import { FactorPanel } from './second_factor';
import { SessionsPanel } from './sessions';

export default function AccountPage() {
  return (
    <PersonPage name="account">
      <ProfilePanel />
      <PasswordPanel />
      <FactorPanel />
      <PasskeysPanel />
      <SessionsPanel />
    </PersonPage>
  );
}

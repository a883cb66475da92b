import { useTexts } from '../texts/use_texts';
import { ButtonLink } from '../ui/button';
import { Page } from '../ui/page';

export default function NotFoundPage() {
  const { common } = useTexts();
  return (
    <Page title={common.unknown_page}>
      <p class="lead">{common.unknown_page_advice}</p>
      <p>
        <ButtonLink href="/console/">{common.to_start}</ButtonLink>
      </p>
    </Page>
  );
}

import { useTexts } from '../texts/use_texts';
import { ButtonLink } from './button';
import { asQuery } from './use_filters';

interface CsvLinkProps {
  /** Its path below `/v1.1`. */
  list: string;
  filters?: Partial<Record<string, string>>;
  small?: boolean;
}

/** Downloads all rows of a list of the API that match the filters, not only those that are shown. */
export function CsvLink({ list, filters = {}, small = false }: CsvLinkProps) {
  const { csv } = useTexts().common;
  return (
    <ButtonLink
      small={small}
      icon="download"
      href={`/v1.1${list}?${new URLSearchParams({ ...asQuery(filters), format: 'csv' })}`}
      download
    >
      {csv}
    </ButtonLink>
  );
}

import { useQuery } from '@tanstack/react-query';
import { SmallField } from '../../forms/SmallField.js';
import { useStaff } from '../../data/useStaff.js';
import { ORGANISATION_FIELD_TEXT } from '../text/en.js';

interface OrganisationFieldProps {
  id: string;
  value: string;
  onChange: (id: string) => void;
  error: string | undefined;
}
/** For system-wide administrators: whose it is. */
export function OrganisationField({ id, ...field }: OrganisationFieldProps) {
  const staff = useStaff();
  const { data } = useQuery({
    queryKey: ['admin-organisations'],
    queryFn: ({ signal }) => staff.getOrganisations(signal),
  });
  return (
    <SmallField id={id} type="select" label={ORGANISATION_FIELD_TEXT.label} {...field}>
      <option value="">{ORGANISATION_FIELD_TEXT.choose}</option>
      {data?.organisations.map((organisation) => (
        <option key={organisation.id} value={organisation.id}>
          {organisation.name}
        </option>
      ))}
    </SmallField>
  );
}

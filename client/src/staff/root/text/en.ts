/** Our words where react-admin's are not plain enough. */
export const REACT_ADMIN_WORDS: Readonly<Record<string, string>> = {
  'ra.action.export': 'Export CSV',
  'ra.sort.sort_by': 'Sort by %{field_lower_first} %{order}',
  'ra.sort.ASC': 'ascending',
  'ra.sort.DESC': 'descending',
};

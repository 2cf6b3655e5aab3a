import { useDataProvider } from 'react-admin';
import type { StaffDataProvider } from '../dataProvider.js';

/** The data provider with the acts of staff. */
export const useStaff = (): StaffDataProvider => useDataProvider<StaffDataProvider>();

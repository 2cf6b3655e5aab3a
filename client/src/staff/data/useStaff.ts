import { useDataProvider } from 'react-admin';
import type { StaffDataProvider } from './dataProvider.js';

/** The data provider with the staff actions. */
export const useStaff = (): StaffDataProvider => useDataProvider<StaffDataProvider>();

import { useCallback, type ReactNode } from 'react';
import {
  AddNotificationContext,
  CoreAdminContext,
  defaultI18nProvider,
  ResourceDefinitionContextProvider,
  useTranslate,
  type I18nProvider,
  type NotificationPayload,
} from 'react-admin';
import { Outlet } from 'react-router-dom';
import { queryClient } from '../../shared/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { PrintStyles } from '../../shared/ui/PrintStyles.js';
import { authProvider } from './authProvider.js';
import { dataProvider } from '../data/dataProvider.js';
import { RESOURCES } from '../data/resources.js';
import { store } from './store.js';
import { REACT_ADMIN_WORDS } from './text/en.js';
import { RA_BASE, staffRouter } from './urls.js';

const withValues = (words: string, values: Readonly<Record<string, string | number>> = {}): string =>
  words.replace(/%\{(\w+)\}/g, (_all, name: string) => String(values[name] ?? ''));
const i18nProvider: I18nProvider = {
  ...defaultI18nProvider,
  translate: (key, options) =>
    key in REACT_ADMIN_WORDS
      ? withValues(REACT_ADMIN_WORDS[key]!, options)
      : defaultI18nProvider.translate(key, options),
};

/** Shows react-admin's messages as the portal's own toasts. */
function NotificationsToToasts({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const add = useCallback(
    ({ message, type, notificationOptions }: NotificationPayload) => {
      // An undoable write is only sent when its notification closes; without that notification it never would be.
      if (notificationOptions?.undoable) throw new Error('Undoable writes are not offered');
      if (typeof message !== 'string') throw new Error('Notifications are plain text');
      toast.show({ message: translate(message, notificationOptions?.messageArgs), tone: type });
    },
    [translate],
  );
  return <AddNotificationContext.Provider value={add}>{children}</AddNotificationContext.Provider>;
}

/** react-admin for the staff pages, without its router, layout and theme (docs: staff side). */
export default function StaffRoot() {
  return (
    <CoreAdminContext
      basename={RA_BASE}
      routerProvider={staffRouter}
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
      store={store}
      queryClient={queryClient}
    >
      <PrintStyles />
      <NotificationsToToasts>
        <ResourceDefinitionContextProvider definitions={RESOURCES}>
          <Outlet />
        </ResourceDefinitionContextProvider>
      </NotificationsToToasts>
    </CoreAdminContext>
  );
}

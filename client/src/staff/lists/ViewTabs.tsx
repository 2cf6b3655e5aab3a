import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useId, type ReactNode } from 'react';

interface ViewTabsProps<View extends string> {
  label: string;
  value: View;
  views: Readonly<Record<View, { label: string }>>;
  onChange: (view: View) => void;
  /** Shown beside the tabs. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A worklist's views as tabs over one panel. */
export function ViewTabs<View extends string>(props: ViewTabsProps<View>) {
  const { label, value, views, onChange, aside, children } = props;
  const id = useId();
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 24px', marginBottom: 2 }}>
        <Tabs
          value={value}
          onChange={(_event, view: View) => onChange(view)}
          variant="scrollable"
          scrollButtons={false}
          aria-label={label}
        >
          {(Object.keys(views) as View[]).map((view) => (
            <Tab
              key={view}
              value={view}
              label={views[view].label}
              id={`${id}-tab-${view}`}
              aria-controls={`${id}-panel-${view}`}
            />
          ))}
        </Tabs>
        {aside}
      </Box>
      <Box role="tabpanel" id={`${id}-panel-${value}`} aria-labelledby={`${id}-tab-${value}`}>
        {children}
      </Box>
    </>
  );
}

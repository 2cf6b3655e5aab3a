import CheckBox from '@mui/icons-material/CheckBox';
import CheckBoxOutlineBlank from '@mui/icons-material/CheckBoxOutlineBlank';
import ViewWeekOutlined from '@mui/icons-material/ViewWeekOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { createContext, useContext, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useResourceContext, useStore } from 'react-admin';
import { LIST_TOOLS_TEXT as words } from './text/en.js';

/** Where the tools of a list leave room for the choice of its columns; null: they leave none. */
export const ColumnsPlace = createContext<HTMLElement | null>(null);

export interface Choosable {
  source: string;
  label: string;
}

const MARK = { fontSize: 20, marginRight: 1, color: 'primary.main' } as const;

/** Shows and hides columns of react-admin's table, through the key it reads; its own choice has no names for a screen reader. */
export function ColumnsMenu({ columns }: { columns: readonly Choosable[] }) {
  const place = useContext(ColumnsPlace);
  const [hidden, setHidden] = useStore<string[]>(`${useResourceContext()}.datatable`, []);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  if (!place || columns.length === 0) return null;
  const toggle = (source: string) =>
    setHidden(hidden.includes(source) ? hidden.filter((one) => one !== source) : [...hidden, source]);
  return createPortal(
    <>
      <Button
        size="small"
        id={id}
        startIcon={<ViewWeekOutlined />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {words.columns}
      </Button>
      {/* Inside the page's main part, where everything that is read out belongs. */}
      <Menu
        disablePortal
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-labelledby': id } }}
      >
        {columns.map(({ source, label }) => (
          <MenuItem
            key={source}
            role="menuitemcheckbox"
            aria-checked={!hidden.includes(source)}
            onClick={() => toggle(source)}
          >
            {hidden.includes(source) ? <CheckBoxOutlineBlank sx={MARK} /> : <CheckBox sx={MARK} />}
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>,
    place,
  );
}

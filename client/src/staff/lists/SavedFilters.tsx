import BookmarkBorderOutlined from '@mui/icons-material/BookmarkBorderOutlined';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useState } from 'react';
import { extractValidSavedQueries, useSavedQueries, type SavedQuery } from 'react-admin';
import { LIST_TOOLS_TEXT as words, filtersText } from './text/en.js';
import type { PageParams } from './usePageParams.js';

/** Filters and sort, kept in this browser. They are named by what they filter: a typed name could be a patient's. */
export function SavedFilters({ resource, place }: { resource: string; place: PageParams }) {
  const [stored, setStored] = useSavedQueries(resource);
  const saved = extractValidSavedQueries(stored) ?? [];
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const label = filtersText(place.filters, place.sort);
  const current = saved.find((one) => one.label === label);
  const close = () => setAnchor(null);
  const apply = ({ value }: SavedQuery) => {
    if (value.sort) place.apply(value.filter as Record<string, string>, value.sort);
    close();
  };
  function toggle() {
    const value = { filter: place.filters, sort: place.sort, perPage: 25, displayedFilters: [] };
    setStored(current ? saved.filter((one) => one !== current) : [...saved, { label, value }]);
    close();
  }
  return (
    <>
      <Button
        size="small"
        id={id}
        startIcon={<BookmarkBorderOutlined />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {words.saved}
      </Button>
      <Menu
        disablePortal
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ list: { 'aria-labelledby': id } }}
      >
        {saved.map((one) => (
          <MenuItem key={one.label} selected={one === current} onClick={() => apply(one)}>
            {one.label}
          </MenuItem>
        ))}
        {saved.length === 0 && <MenuItem disabled>{words.noneSaved}</MenuItem>}
        <Divider />
        <MenuItem onClick={toggle}>{current ? words.remove : words.keep}</MenuItem>
      </Menu>
    </>
  );
}

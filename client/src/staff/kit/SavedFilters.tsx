import BookmarkBorderOutlined from '@mui/icons-material/BookmarkBorderOutlined';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useState } from 'react';
import { extractValidSavedQueries, useSavedQueries, type SavedQuery } from 'react-admin';
import { ActionDialog } from './ActionDialog.js';
import { SmallField } from './SmallField.js';
import { LIST_TOOLS_TEXT as words } from './text/en.js';
import type { PageParams } from './usePageParams.js';

const MAX_NAME = 60;

/** Filters and sort under a name the user chose, kept in this browser for this account. The search is never among them. */
export function SavedFilters({ resource, place }: { resource: string; place: PageParams }) {
  const [stored, setStored] = useSavedQueries(resource);
  const saved = extractValidSavedQueries(stored) ?? [];
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [naming, setNaming] = useState(false);
  const id = useId();
  const now = JSON.stringify([place.filters, place.sort]);
  const current = saved.find(({ value }) => JSON.stringify([value.filter, value.sort]) === now);
  const close = () => setAnchor(null);
  const keep = (label: string) => {
    const value = { filter: place.filters, sort: place.sort, perPage: 25, displayedFilters: [] };
    setStored([...saved.filter((one) => one.label !== label), { label, value }]);
  };
  const apply = ({ value }: SavedQuery) => {
    if (value.sort) place.apply(value.filter as Record<string, string>, value.sort);
    close();
  };
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
        {current ? (
          <MenuItem
            onClick={() => {
              setStored(saved.filter((one) => one !== current));
              close();
            }}
          >
            {words.remove(current.label)}
          </MenuItem>
        ) : (
          <MenuItem
            onClick={() => {
              setNaming(true);
              close();
            }}
          >
            {words.keep}
          </MenuItem>
        )}
      </Menu>
      {naming && <NameDialog onKeep={keep} onClose={() => setNaming(false)} />}
    </>
  );
}

function NameDialog({ onKeep, onClose }: { onKeep: (name: string) => void; onClose: () => void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  function confirm() {
    const label = name.trim();
    if (label === '') return setError(words.nameMissing);
    if (label.length > MAX_NAME) return setError(words.nameLong(MAX_NAME));
    onKeep(label);
    return onClose();
  }
  return (
    <ActionDialog
      title={words.keepTitle}
      onClose={onClose}
      confirm={{ label: words.keepConfirm, onConfirm: confirm, busy: false }}
    >
      <SmallField
        id="saved-filter-name"
        label={words.name}
        value={name}
        onChange={(value) => {
          setName(value);
          setError(null);
        }}
        error={error}
        hint={words.nameHint}
      />
    </ActionDialog>
  );
}

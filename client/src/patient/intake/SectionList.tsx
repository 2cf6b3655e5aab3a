import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import RadioButtonUncheckedOutlined from '@mui/icons-material/RadioButtonUncheckedOutlined';
import Box from '@mui/material/Box';
import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { SECTIONS } from '#common/intake/index.js';
import type { SectionMark } from './section-state.js';
import { INTAKE_TEXT } from './text/en.js';

export interface ListProps {
  current: number;
  marks: readonly SectionMark[];
  onFollow?: (() => void) | undefined;
}

const ICON: Record<
  SectionMark,
  { Icon: ComponentType<{ sx?: object; 'aria-hidden'?: boolean }>; color: string }
> = {
  complete: { Icon: CheckCircleOutlined, color: 'success.main' },
  incomplete: { Icon: RadioButtonUncheckedOutlined, color: 'text.secondary' },
  optional: { Icon: RadioButtonUncheckedOutlined, color: 'text.secondary' },
  problem: { Icon: ErrorOutlineOutlined, color: 'error.main' },
};

/** The ten sections, each a link with its status in words. */
export function SectionList({ current, marks, onFollow }: ListProps) {
  return (
    <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 0.25 }}>
      {SECTIONS.map((section, index) => {
        const mark = marks[index] ?? 'incomplete';
        const { Icon, color } = ICON[mark];
        const here = section.number === current;
        return (
          <li key={section.number}>
            <Box
              component={Link}
              to={`?section=${section.number}`}
              onClick={onFollow}
              aria-current={here ? 'step' : undefined}
              sx={(theme) => ({
                display: 'grid',
                gridTemplateColumns: '24px 1fr',
                columnGap: 1,
                alignItems: 'start',
                minHeight: 48,
                padding: '7px 12px',
                borderRadius: '8px',
                textDecoration: 'none',
                color: theme.vars.palette.text.primary,
                '&:hover': { backgroundColor: theme.vars.palette.portal.sunken },
                ...(here && {
                  backgroundColor: theme.vars.palette.portal.sunken,
                  boxShadow: `inset 3px 0 0 ${theme.vars.palette.primary.main}`,
                }),
              })}
            >
              <Icon aria-hidden sx={{ color, marginTop: '2px' }} />
              <span>
                <Box
                  component="span"
                  sx={{ display: 'block', fontWeight: here ? 650 : 500, lineHeight: 1.35 }}
                >
                  {section.number}. {section.title}
                </Box>
                <Box
                  component="span"
                  sx={{ fontSize: '0.875rem', color: mark === 'problem' ? 'error.main' : 'text.secondary' }}
                >
                  {INTAKE_TEXT.state[mark]}
                </Box>
              </span>
            </Box>
          </li>
        );
      })}
    </Box>
  );
}

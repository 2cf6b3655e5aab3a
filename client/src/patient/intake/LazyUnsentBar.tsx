import { lazy, Suspense, type ComponentProps } from 'react';
import type { UnsentBar } from '../kit/UnsentBar.js';

const Bar = lazy(() => import('../kit/UnsentBar.js').then((module) => ({ default: module.UnsentBar })));

/** Few visits need the bar, so it loads separately from the form. */
export function LazyUnsentBar(props: ComponentProps<typeof UnsentBar>) {
  return (
    <Suspense>
      <Bar {...props} />
    </Suspense>
  );
}

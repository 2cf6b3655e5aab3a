import { useState } from 'react';
import type { Prescription } from '#common/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { useRecord } from '../records/useRecord.js';
import { changedRecord, whoChanged } from '../forms/conflict.js';
import { explained } from '../forms/Failure.js';
import { NOTHING_LACKS, refusedOf } from '../forms/lacking.js';
import { useRefresh } from '../data/useRefresh.js';
import { useJudgement } from '../orders/BlockingRules.js';
import { REVIEW_TEXT } from './text/en.js';

/** Decides on exactly what is shown: a change by someone else is shown before it can be confirmed. */
export function useOrderAct(opened: Prescription, onClose: () => void) {
  const refresh = useRefresh();
  const [order, setOrder] = useState(opened);
  const { data: detail } = useRecord('cases', order.case_id);
  const judgement = useJudgement(order.prescription_id, order.version);
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const [missing, setMissing] = useState(NOTHING_LACKS);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  /** @param typed the reason, to say whether it was missing */
  async function run(send: () => Promise<unknown>, done: string, typed: string): Promise<void> {
    setBusy(true);
    setRefusal(null);
    try {
      await send();
      toast.success(done);
      await refresh();
      onClose();
      return;
    } catch (error) {
      const changed = changedRecord<Prescription>(error);
      if (changed) setOrder(changed);
      setRefusal(
        changed ? `${whoChanged(error, 'this prescription')} ${REVIEW_TEXT.again}` : explained(error),
      );
      setMissing(refusedOf(error, typed));
      // The rules may differ from those that were shown.
      void judgement.refetch();
      setBusy(false);
    }
    await refresh();
  }
  return { order, detail, judgement, read, setRead, missing, setMissing, refusal, busy, run };
}

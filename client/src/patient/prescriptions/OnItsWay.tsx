import { useMutation, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { PatientPrescription, Shipment } from '#common/api/index.js';
import { CARRIER_LABEL } from '#common/vocabulary/pharmacies.js';
import { actionErrorMessage, api } from '../../shared/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { formatDate } from '../../shared/ui/index.js';
import { PRESCRIPTIONS_TEXT as text } from './text/en.js';

/** Which pharmacy has the order, and how the last fill travels. */
export function OnItsWay({ order }: { order: PatientPrescription }) {
  const { pharmacy, shipment } = order;
  if (order.prescription_state !== 'current' || (!pharmacy && !shipment)) return null;
  return (
    <Box sx={{ marginTop: 2, paddingTop: 2, borderTop: 1, borderColor: 'divider' }}>
      {pharmacy && <Typography>{text.pharmacy(pharmacy.name, pharmacy.phone)}</Typography>}
      {shipment && <Shipped id={order.prescription_id} shipment={shipment} />}
    </Box>
  );
}

function Shipped({ id, shipment }: { id: string; shipment: NonNullable<PatientPrescription['shipment']> }) {
  const client = useQueryClient();
  const received = useMutation({
    mutationFn: () =>
      api.post<Shipment>(`/api/prescriptions/${id}/dispenses/${shipment.dispense_id}/received`, {}),
    onSuccess: () => {
      toast.success(text.receivedSaved);
      return client.invalidateQueries({ queryKey: ['patient'] });
    },
    onError: (error) => toast.error(actionErrorMessage(error, text.receivedFailed)),
  });
  const when = formatDate(shipment.shipped_on);
  const pickup = shipment.carrier === 'pickup';
  return (
    <>
      <Typography>
        {pickup ? text.pickup(when) : text.shipped(when, CARRIER_LABEL[shipment.carrier])}
      </Typography>
      {shipment.tracking_number && (
        <Typography className="tabular" sx={{ overflowWrap: 'anywhere' }}>
          {text.tracking(shipment.tracking_number)}
        </Typography>
      )}
      {shipment.received_on ? (
        <Typography>{text.receivedOn(formatDate(shipment.received_on))}</Typography>
      ) : (
        <Button
          variant="outlined"
          sx={{ marginTop: 1.5 }}
          disabled={received.isPending}
          onClick={() => received.mutate()}
        >
          {text.received}
        </Button>
      )}
    </>
  );
}

import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Audit } from '../audit/audit.service.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Jobs } from '../jobs/jobs.service.js';
import { LabConnections } from '../lab-messages/lab-connections.service.js';
import { syncFolder } from '../lab-spool/spool.js';
import { fileNameOf, orderMessage, type OrderControl } from './order-message.js';
import { LabOrdersRepository } from './lab-orders.repository.js';
import { Requisitions } from './requisitions.service.js';

/**
 * Messages for laboratories, each in the folder of its connection. An order counts as sent once its file is on the disk;
 * killed before that is written down, the portal writes the same file again.
 */
@Injectable()
export class OrderFiles implements OnModuleInit {
  constructor(
    private readonly repository: LabOrdersRepository,
    private readonly connections: LabConnections,
    private readonly requisitions: Requisitions,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('labs.order', (data) => this.send(String(data.order_id)));
  }

  /** What the laboratory was not told yet: the order, then that it is canceled. */
  async send(id: string): Promise<void> {
    const order = await this.repository.toSend(id);
    if (!order) return;
    const connection = await this.connections.ofOrder(order.connection_id);
    const due: [OrderControl, 'sent_at' | 'cancel_sent_at'][] = [];
    // Who got the order is told that it is canceled, whatever was set since.
    if (!connection.sends_orders && !order.sent_at) return;
    if (!order.sent_at) due.push(['NW', 'sent_at']);
    if (order.status === 'canceled' && !order.cancel_sent_at) due.push(['CA', 'cancel_sent_at']);
    const sex = await this.requisitions.sexOf(order.patient_id);
    for (const [control, column] of due) {
      await this.write(
        connection.id,
        fileNameOf(order.number, control),
        orderMessage(order, connection, control, sex),
      );
      await this.uow.run(async () => {
        await this.repository.sent(id, column);
        await this.audit.record(null, {
          action: 'lab_order.send',
          target: { type: 'lab_order', id },
          patientId: order.patient_id,
          orgId: order.org_id,
          detail: { connection: connection.id, control },
        });
      });
    }
  }

  /** Whole or not at all: who takes files from the folder never sees half of one. */
  private async write(connectionId: string, name: string, message: string): Promise<void> {
    const folder = join(this.config.labOrdersDir, connectionId);
    await mkdir(folder, { recursive: true, mode: 0o750 });
    const temporary = join(folder, `.${name}.tmp`);
    const handle = await open(temporary, 'w', 0o640);
    try {
      await handle.writeFile(message);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, join(folder, `${name}.hl7`));
    await syncFolder(folder);
  }
}

import { Module } from '@nestjs/common';
import { OpenPharmacyOrders } from './open-pharmacy-orders.js';

/** What prescriptions do to their orders at pharmacies. */
@Module({ providers: [OpenPharmacyOrders], exports: [OpenPharmacyOrders] })
export class PharmacyRecordsModule {}

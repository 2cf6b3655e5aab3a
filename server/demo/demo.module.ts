import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TotpCredential } from '../accounts/second-factor/mfa.entities.js';
import { User } from '../accounts/users/user.entity.js';
import { Appointment } from '../appointments/records/appointment.entity.js';
import { Message, MessageThread } from '../messages/records/message.entities.js';
import { CheckIn } from '../progress/records/check-in.entity.js';
import { AppointmentsModule } from '../appointments/appointments.module.js';
import { CasesModule } from '../chart/cases.module.js';
import { DosesModule } from '../doses/doses.module.js';
import { EducationModule } from '../education/education.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { LabConnectionRow } from '../lab-messages/lab-message.entities.js';
import { LabOrdersModule } from '../lab-orders/lab-orders.module.js';
import { PharmacyRow } from '../pharmacies/records/pharmacy.entities.js';
import { LabsModule } from '../labs/labs.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { DemoCare } from './demo-care.service.js';
import { DemoRepository } from './demo.repository.js';
import { Demo } from './demo.service.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PatientsModule } from '../patients/patients.module.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      Appointment,
      CheckIn,
      LabConnectionRow,
      PharmacyRow,
      Message,
      MessageThread,
      TotpCredential,
      User,
    ]),
    AccountsModule,
    PatientsModule,
    CaseRecordsModule,
    AppointmentsModule,
    CasesModule,
    DosesModule,
    EducationModule,
    IntakeModule,
    LabsModule,
    LabOrdersModule,
    PlansModule,
  ],
  providers: [Demo, DemoCare, DemoRepository],
})
export class DemoModule {}

import { Body, Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import type {
  DeaRegistration,
  DeaRegistrationsResponse,
  ProviderLicense,
  ProviderLicensesResponse,
  ProviderProfile,
} from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, Roles, OwnSecondFactor, StepUp } from '../platform/access/decorators.js';
import { DeaRegistrationDto, LicenseDto, ProviderProfileDto } from './credentials.dto.js';
import { Credentials, oneself } from './credentials.service.js';

/** The licenses of the provider who asks. */
@Controller('api/provider')
@Roles('provider')
export class OwnCredentialsController {
  constructor(private readonly credentials: Credentials) {}

  /** Your prescriber profile. */
  @Get('profile')
  profile(@CurrentActor() actor: Actor): Promise<ProviderProfile> {
    return this.credentials.profile(oneself(actor));
  }

  /** Sets your NPI. */
  @Patch('profile')
  setNpi(@CurrentActor() actor: Actor, @Body() { npi }: ProviderProfileDto): Promise<ProviderProfile> {
    return this.credentials.setNpi(actor, oneself(actor), npi);
  }

  /** Your state licenses. */
  @Get('licenses')
  async licenses(@CurrentActor() actor: Actor): Promise<ProviderLicensesResponse> {
    return { licenses: await this.credentials.licenses(actor, oneself(actor)) };
  }

  /** Adds a state license of yours. */
  @Post('licenses')
  addLicense(@CurrentActor() actor: Actor, @Body() body: LicenseDto): Promise<ProviderLicense> {
    return this.credentials.addLicense(actor, oneself(actor), body);
  }

  /** Removes a state license of yours. */
  @Delete('licenses/:id')
  @HttpCode(204)
  removeLicense(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<void> {
    return this.credentials.remove(actor, oneself(actor), 'license', id);
  }

  /** Your DEA registrations. */
  @Get('dea-registrations')
  async registrations(@CurrentActor() actor: Actor): Promise<DeaRegistrationsResponse> {
    return { dea_registrations: await this.credentials.registrations(actor, oneself(actor)) };
  }

  /** Adds a DEA registration of yours. */
  @Post('dea-registrations')
  addRegistration(@CurrentActor() actor: Actor, @Body() body: DeaRegistrationDto): Promise<DeaRegistration> {
    return this.credentials.addRegistration(actor, oneself(actor), body);
  }

  /** Removes a DEA registration of yours. */
  @Delete('dea-registrations/:id')
  @HttpCode(204)
  removeRegistration(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<void> {
    return this.credentials.remove(actor, oneself(actor), 'dea_registration', id);
  }
}

/** The same of the people an administrator manages; changes ask for a fresh proof of identity. */
@Controller('api/admin/users/:id')
@Roles('system_admin')
export class ManagedCredentialsController {
  constructor(private readonly credentials: Credentials) {}

  /** State licenses of a user. */
  @Get('licenses')
  async licenses(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<ProviderLicensesResponse> {
    const holder = await this.credentials.managed(actor, id);
    return { licenses: await this.credentials.licenses(actor, holder) };
  }

  /** Adds a state license to a user. */
  @Post('licenses')
  @OwnSecondFactor()
  @StepUp()
  async addLicense(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: LicenseDto,
  ): Promise<ProviderLicense> {
    return this.credentials.addLicense(actor, await this.credentials.managedByOther(actor, id), body);
  }

  /** Marks a state license as verified. */
  @Post('licenses/:license_id/verify')
  @HttpCode(200)
  @StepUp()
  async verifyLicense(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @IdParam('license_id') licenseId: string,
  ): Promise<ProviderLicense> {
    return this.credentials.verifyLicense(actor, await this.credentials.managed(actor, id), licenseId);
  }

  /** Removes a state license of a user. */
  @Delete('licenses/:license_id')
  @HttpCode(204)
  @StepUp()
  async removeLicense(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @IdParam('license_id') licenseId: string,
  ): Promise<void> {
    await this.credentials.remove(actor, await this.credentials.managed(actor, id), 'license', licenseId);
  }

  /** DEA registrations of a user. */
  @Get('dea-registrations')
  async registrations(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
  ): Promise<DeaRegistrationsResponse> {
    const holder = await this.credentials.managed(actor, id);
    return { dea_registrations: await this.credentials.registrations(actor, holder) };
  }

  /** Adds a DEA registration to a user. */
  @Post('dea-registrations')
  @OwnSecondFactor()
  @StepUp()
  async addRegistration(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: DeaRegistrationDto,
  ): Promise<DeaRegistration> {
    return this.credentials.addRegistration(actor, await this.credentials.managedByOther(actor, id), body);
  }

  /** Marks a DEA registration as verified. */
  @Post('dea-registrations/:registration_id/verify')
  @HttpCode(200)
  @StepUp()
  async verifyRegistration(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @IdParam('registration_id') registrationId: string,
  ): Promise<DeaRegistration> {
    const holder = await this.credentials.managed(actor, id);
    return this.credentials.verifyRegistration(actor, holder, registrationId);
  }

  /** Removes a DEA registration of a user. */
  @Delete('dea-registrations/:registration_id')
  @HttpCode(204)
  @StepUp()
  async removeRegistration(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @IdParam('registration_id') registrationId: string,
  ): Promise<void> {
    const holder = await this.credentials.managed(actor, id);
    await this.credentials.remove(actor, holder, 'dea_registration', registrationId);
  }
}

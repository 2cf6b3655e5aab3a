import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsUUID } from 'class-validator';
import { ROLES, type Role } from '#common/vocabulary/index.js';
import { EmailAddress, MaybeVersion } from '../../platform/http/fields.js';
import { MaybeAbsent, MaybeNull } from '../../platform/http/validation.js';
import { DisplayName } from '../users/display-name.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const ROLES_MESSAGE = { message: () => TEXT.chooseAtLeastOneRole };

const RoleList = () => (target: object, name: string) => {
  IsIn(ROLES, { each: true, ...ROLES_MESSAGE })(target, name);
  ArrayUnique(ROLES_MESSAGE)(target, name);
  ArrayNotEmpty(ROLES_MESSAGE)(target, name);
  IsArray(ROLES_MESSAGE)(target, name);
};

export class UserPatchDto {
  @MaybeVersion()
  version?: number;

  @MaybeAbsent()
  @RoleList()
  roles?: Role[];

  @MaybeAbsent()
  @IsIn(['active', 'disabled'], { message: () => TEXT.chooseActiveOrDisabled })
  status?: 'active' | 'disabled';

  @MaybeNull()
  @IsUUID(undefined, { message: () => SHARED_TEXT.chooseOrganization })
  org_id?: string | null;

  @MaybeNull()
  @DisplayName()
  display_name?: string | null;
}

export class UserInviteDto {
  @EmailAddress()
  email: string;

  @MaybeNull()
  @DisplayName()
  display_name?: string | null;

  @RoleList()
  roles: Role[];

  @MaybeNull()
  @IsUUID(undefined, { message: () => SHARED_TEXT.chooseOrganization })
  org_id?: string | null;
}

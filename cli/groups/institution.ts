import { addInstitutionCreate } from '../commands/institution-create.ts';
import { addInstitutionDelete } from '../commands/institution-delete.ts';
import { addInstitutionExport } from '../commands/institution-export.ts';
import { addInstitutionList } from '../commands/institution-list.ts';
import { addInstitutionSet } from '../commands/institution-set.ts';
import { addInstitutionStatus } from '../commands/institution-status.ts';

/** The commands of `parley institution`, in the order of its help. */
export const COMMANDS = [
  addInstitutionCreate,
  addInstitutionList,
  addInstitutionSet,
  addInstitutionStatus,
  addInstitutionExport,
  addInstitutionDelete,
];

import { type Feature, forAdministrators, GET, MB, POST } from '#server/features/feature.ts'
import * as functions from '#server/features/import/functions/imports.ts'
import * as importJobs from '#server/features/import/run/import-jobs.ts'
import { handles } from '#server/platform/queue/job.ts'

export const importFeature = {
  // biome-ignore format: one function in a line
  functions: {
    'list-imports': { ...GET, ...forAdministrators, limit: 'import-reading', handle: functions.listImports },
    'begin-import': { ...POST, ...forAdministrators, limit: 'import', tooMany: 'imports', handle: functions.beginImport },
    'read-import': { ...POST, ...forAdministrators, limit: 'import', tooMany: 'imports', handle: functions.readImport },
    'find-import': { ...POST, ...forAdministrators, limit: 'import-reading', handle: functions.findImport },
    // The body has to have room for the places of the articles of five thousand terms.
    'run-import': { ...POST, ...forAdministrators, limit: 'import', tooMany: 'imports', bodyLimit: 1 * MB, handle: functions.runImport },
    'stop-import': { ...POST, ...forAdministrators, limit: 'import', tooMany: 'imports', handle: functions.stopImport },
    'undo-import': { ...POST, ...forAdministrators, limit: 'import', tooMany: 'imports', handle: functions.undoImport },
    'remove-import': { ...POST, ...forAdministrators, limit: 'import', tooMany: 'imports', handle: functions.removeImport },
  },
  jobs: [
    handles(importJobs.readImportJob, importJobs.readImportInJob),
    handles(importJobs.runImportJob, importJobs.runImportInJob),
    handles(importJobs.undoImportJob, importJobs.undoImportInJob),
  ],
} satisfies Feature

import { type Feature, forAdministrators, GET, MB, POST } from '#server/features/feature.ts'
import * as functions from '#server/features/import/functions/imports.ts'
import * as importJobs from '#server/features/import/run/import-jobs.ts'
import { fragment } from '#server/platform/database/fragment.ts'
import { handles } from '#server/platform/queue/job.ts'

export const importFeature = {
  // biome-ignore format: one function in a line
  functions: {
    'list-imports': { ...GET, ...forAdministrators, limit: 'import-reading', handle: functions.listImports },
    'begin-import': { ...POST, ...forAdministrators, limit: 'import', tooMany: 'imports', handle: functions.beginImport },
    'read-import': { ...POST, ...forAdministrators, limit: 'import', tooMany: 'imports', handle: functions.readImport },
    'find-import': { ...POST, ...forAdministrators, limit: 'import-reading', handle: functions.findImport },
    // Where the articles of five thousand terms go.
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
  purges: {
    // Uploads that nobody went on with; not an import that could still be undone.
    'private.imports': fragment`kind <> 'command'
      and (state = 'uploading' and active_at < now() - interval '2 days'
        or state in ('planned', 'failed') and active_at < now() - interval '14 days')
      and not exists (select from private.import_items where imports.id in (created_by, changed_by))`,
    // Parts of uploads that no import needs any more.
    'storage.objects': fragment`bucket_id = 'imports' and not exists (
      select from private.imports
      where id::text = split_part(objects.name, '/', 1)
        and (state in ('uploading', 'reading', 'importing') or active_at > now() - interval '14 days' and state in ('planned', 'failed')))`,
  },
} satisfies Feature

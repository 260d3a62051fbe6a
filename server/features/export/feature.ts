import { downloadExport, openExportDownload } from '#server/features/export/functions/download-export.ts'
import { type Feature, forAdministrators, KB, POST } from '#server/features/feature.ts'

export const exportFeature = {
  // biome-ignore format: one function in a line
  functions: {
    'open-export-download': { ...POST, ...forAdministrators, limit: 'backup-download', tooMany: 'downloads', handle: openExportDownload },
    'download-export': { ...POST, access: 'anyone', limit: 'backup-token', type: null, bodyLimit: 1 * KB, handle: downloadExport },
  },
} satisfies Feature

import { LOOK_FILE_MAX_BYTES } from '#core/look/logo.ts'
import * as aiModel from '#server/features/administration/functions/ai-model.ts'
import { exportAuditLog } from '#server/features/administration/functions/export-audit-log.ts'
import { inviteMember } from '#server/features/administration/functions/invite-member.ts'
import * as mailSettings from '#server/features/administration/functions/mail-settings.ts'
import { makeAccessToken } from '#server/features/administration/functions/make-access-token.ts'
import { readDesk } from '#server/features/administration/functions/read-desk.ts'
import * as settings from '#server/features/administration/functions/settings.ts'
import * as system from '#server/features/administration/functions/system.ts'
import { type Feature, forAdministrators, forMembers, GET, POST } from '#server/features/feature.ts'

export const administrationFeature = {
  // biome-ignore format: one function in a line
  functions: {
    'read-mail-transport': { ...GET, access: 'anyone', limit: null, handle: settings.readMailTransport },
    // Asked by npm run doctor, without a key: something else may answer at the address of a site that is stopped.
    'count-proxies': { ...GET, access: 'anyone', limit: null, handle: system.countProxies },
    'make-access-token': { ...POST, ...forAdministrators, limit: 'token-making', tooMany: 'access tokens', handle: makeAccessToken },
    'invite-member': { ...POST, ...forAdministrators, limit: 'invitation', tooMany: 'invitations', handle: inviteMember },
    'export-audit-log': { ...GET, ...forAdministrators, limit: 'audit-export', handle: exportAuditLog },
    'read-desk': { ...GET, ...forMembers, limit: null, handle: readDesk },
    'read-system': { ...GET, ...forAdministrators, limit: 'system', handle: system.readSystem },
    'check-system': { ...GET, ...forAdministrators, limit: 'system-check', handle: system.checkSystem },
    'retry-job': { ...POST, ...forAdministrators, limit: 'system', handle: system.retryJob },
    'dismiss-job': { ...POST, ...forAdministrators, limit: 'system', handle: system.dismissJob },
    'read-setting-defaults': { ...GET, ...forMembers, limit: null, handle: settings.readSettingDefaults },
    'read-statements': { ...GET, ...forAdministrators, limit: null, handle: settings.readStatements },
    'read-words': { ...GET, ...forAdministrators, limit: null, handle: settings.readWords },
    'check-mail-domain': { ...POST, ...forAdministrators, limit: 'mail-domain-check', handle: settings.checkMailDomain },
    'read-ai-model': { ...GET, ...forMembers, limit: null, handle: aiModel.readAiModel },
    'save-ai-model': { ...POST, ...forAdministrators, limit: 'model-change', handle: aiModel.saveAiModel },
    'read-mail-settings': { ...GET, ...forAdministrators, limit: null, handle: mailSettings.readMailSettings },
    'save-mail-settings': { ...POST, ...forAdministrators, limit: 'mail-change', handle: mailSettings.saveMailSettings },
    'test-mail-settings': { ...POST, ...forAdministrators, limit: 'mail-test', handle: mailSettings.testMailSettings },
    'test-mail-reports': { ...POST, ...forAdministrators, limit: 'mail-test', handle: mailSettings.testMailReports },
    'test-ai-connection': { ...POST, ...forAdministrators, limit: 'model-test', handle: aiModel.testAiConnection },
    'store-look-file': { ...POST, ...forAdministrators, limit: 'upload', tooMany: 'uploads', type: 'application/octet-stream', bodyLimit: LOOK_FILE_MAX_BYTES, handle: settings.storeLookFile },
  },
} satisfies Feature

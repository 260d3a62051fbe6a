import { deskQuery } from '#app/admin/query/desk-query.ts'
import { readMailSettings } from '#core/data/mail-settings.ts'

export const MAIL_SETTINGS_KEY = ['mail-settings']

export const mailSettingsQuery = deskQuery(MAIL_SETTINGS_KEY, readMailSettings, {
  live: ['settings', 'mail_deliveries'],
})

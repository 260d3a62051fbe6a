import { deskQuery } from '#app/admin/query/desk-query.ts'
import { listAdministrators } from '#core/data/administrators.ts'

export const ADMINISTRATORS_KEY = ['administrators']

export const administratorsQuery = deskQuery(ADMINISTRATORS_KEY, listAdministrators, { live: ['user_roles'] })

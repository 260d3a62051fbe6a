export const SYSTEM_PATH = '/admin/system'
export const SYSTEM_QUEUE_PATH = `${SYSTEM_PATH}/queue`
export const SYSTEM_REQUESTS_PATH = `${SYSTEM_PATH}/requests`
export const AUDIT_PATH = '/admin/audit'

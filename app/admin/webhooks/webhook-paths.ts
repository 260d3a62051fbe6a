export const WEBHOOKS_PATH = '/admin/webhooks'

export const webhookPath = (id: string): string => `${WEBHOOKS_PATH}/${id}`

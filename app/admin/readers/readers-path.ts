export const READERS_PATH = '/admin/readers'

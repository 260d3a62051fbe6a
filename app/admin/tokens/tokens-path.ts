export const TOKENS_PATH = '/admin/access-tokens'

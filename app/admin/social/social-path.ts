export const SOCIAL_PATH = '/admin/social'

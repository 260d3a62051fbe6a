export const PEOPLE_PATH = '/admin/people'

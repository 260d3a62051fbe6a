export const IDEAS_PATH = '/admin/ideas'
export const CALENDAR_PATH = '/admin/calendar'

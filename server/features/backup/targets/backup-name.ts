/** The names that the desk and the schedule give: of the site, when it was asked for in UTC, and which one of then. */
const NAME = /^[a-z0-9.-]{1,60}-\d{4}-\d\d-\d\d-\d{4}-[0-9a-f]{8}\.backup$/

export function backupName({ id, siteUrl, at }: { id: string; siteUrl: string; at: Date }): string {
  const site = new URL(siteUrl).host
    .toLowerCase()
    .replace(/[^a-z0-9.-]/g, '-')
    .slice(0, 60)
  const [date, time = ''] = at.toISOString().split('T')
  return requireBackupName(`${site}-${date}-${time.slice(0, 5).replace(':', '')}-${id.slice(0, 8)}.backup`)
}

/** Makes sure that only files that we made are read, replaced or removed. */
export function requireBackupName(name: string): string {
  if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} is not the name of a backup`)
  return name
}

export const isBackupName = (name: string): boolean => NAME.test(name)

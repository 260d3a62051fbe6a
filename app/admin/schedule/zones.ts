import { t } from '#app/admin/messages.ts'

interface Zones {
  usual: { zone: string; label: string }[]
  others: string[]
}

/** The time zones to choose from: those of the publication, of the schedule and of this computer first. */
export function listZones({ planningZone, own }: { planningZone: string; own?: string | undefined }): Zones {
  const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const usual = new Map([
    [planningZone, t('schedule.zone.newsletter', { zone: planningZone })],
    ...(browserZone === planningZone
      ? []
      : [[browserZone, t('schedule.zone.browser', { zone: browserZone })] as const]),
    ['UTC', 'UTC'],
  ])
  if (own && !usual.has(own)) usual.set(own, own)
  return {
    usual: [...usual].map(([zone, label]) => ({ zone, label })),
    others: Intl.supportedValuesOf('timeZone').filter((zone) => !usual.has(zone)),
  }
}

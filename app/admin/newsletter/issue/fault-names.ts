import { t } from '#app/admin/messages.ts'
import type { Fault } from '#core/domain/subscriber-record.ts'

/** Why a mail came back, in words. */
export const FAULT_NAMES: Record<Fault, string> = {
  gone: t('subscribers.fault.gone'),
  full: t('subscribers.fault.full'),
  policy: t('subscribers.fault.policy'),
  content: t('subscribers.fault.content'),
  size: t('subscribers.fault.size'),
  network: t('subscribers.fault.network'),
  temporary: t('subscribers.fault.temporary'),
  unknown: t('subscribers.fault.unknown'),
}

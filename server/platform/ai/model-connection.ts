import { type AiProvider, PROVIDER_ADDRESSES } from '#core/domain/ai-model.ts'

/** Everything that is needed to ask a model. */
export interface ModelConnection {
  provider: AiProvider
  model: string
  /** Null for the provider's own address. */
  baseUrl: string | null
  key: string | null
  /** Where an editor finds the settings: the environment, or the desk. */
  from: 'environment' | 'settings'
}

/** The address without a slash at its end, below which the provider's paths are. */
export function addressOf({ provider, baseUrl }: Pick<ModelConnection, 'provider' | 'baseUrl'>): string {
  const address = baseUrl ?? PROVIDER_ADDRESSES[provider]
  if (!address) throw new TypeError(`${provider} needs an address`)
  return address
}

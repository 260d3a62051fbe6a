import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** The texts to estimate, and words that an attacker would try first. */
export interface EstimateQuestion {
  texts: string[]
  words: string[]
}

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

parentPort?.on('message', ({ texts, words }: EstimateQuestion) => {
  parentPort?.postMessage(Math.max(...texts.map((text) => estimator.check(text, words).score)))
})

/** Names of figures, `figures('strict-match', 'recall f1')`: what a perturbation concerns. */
export function figures(instrument: string, metrics: string): string[] {
  return metrics.split(' ').map((metric) => `${instrument}.${metric}`)
}

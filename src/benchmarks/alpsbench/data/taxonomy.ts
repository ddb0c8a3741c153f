/** Leaf labels of AlpsBench by category (spec 1.11). */
const LEAVES: Readonly<Record<string, readonly string[]>> = {
  Personal_Background: ['Identity', 'Education', 'Occupation', 'Location'],
  States_Experiences: ['Physical_State', 'Mental_State', 'Past_Experience'],
  Possessions: ['Important_Items', 'Pet', 'House', 'Car'],
  Preferences: [
    'Food',
    'Entertainment',
    'Sports',
    'Reading',
    'Music',
    'Travel_Mode',
    'Shopping',
    'Interaction_Preferences',
  ],
  Thoughts: ['Opinions/Positive', 'Opinions/Negative', 'Curiosity', 'Goals/Short_Term', 'Goals/Long_Term'],
  Plans: ['Schedule', 'Commitments'],
  Social_Relationships: ['Family', 'Friends', 'Colleagues', 'Partners', 'Adversarial'],
  Constraints_and_Boundaries: ['Disliked_Topics', 'Sensitive_Topics', 'Do_Not_Remember'],
}

/** The label of a memory that fits no leaf. */
export const unmappedLabel = 'UNMAPPED'

/** The same by category, with `UNMAPPED` at the end, to choose from. */
export const taxonomyGroups: readonly { readonly group: string; readonly labels: readonly string[] }[] = [
  ...Object.entries(LEAVES).map(([group, leaves]) => ({
    group,
    labels: leaves.map((leaf) => `${group}/${leaf}`),
  })),
  { group: unmappedLabel, labels: [unmappedLabel] },
]

/** The 34 leaf labels as they stand in the data. */
export const taxonomy: ReadonlySet<string> = new Set(
  Object.entries(LEAVES).flatMap(([category, leaves]) => leaves.map((leaf) => `${category}/${leaf}`)),
)

/** Neither a leaf nor `UNMAPPED` (spec 7.1, G7). */
export function isOffTaxonomy(label: string): boolean {
  return label !== unmappedLabel && !taxonomy.has(label)
}

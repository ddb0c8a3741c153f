/** Memories that nobody told, for hallucinations. Of no user of the sample; by hand. */
export const invented = [
  { label: 'Possessions/Pet', type: 'direct', value: 'Breeds prize-winning axolotls in a converted bathtub' },
  { label: 'Preferences/Music', type: 'direct', value: 'Plays the hurdy-gurdy in a medieval rock quartet' },
  {
    label: 'Plans/Schedule',
    type: 'direct',
    value: 'Flies to Buenos Aires for a tango congress in February',
  },
  { label: 'Preferences/Food', type: 'direct', value: 'Eats nothing but purple vegetables on Mondays' },
  {
    label: 'Thoughts/Curiosity',
    type: 'indirect',
    value: 'Is fascinated by volcanoes under Antarctic glaciers',
  },
  { label: 'Personal_Background/Education', type: 'direct', value: 'Holds a diploma in forensic accounting' },
  {
    label: 'Social_Relationships/Colleagues',
    type: 'indirect',
    value: 'Envies a supervisor who won the lottery',
  },
  {
    label: 'States_Experiences/Past_Experience',
    type: 'direct',
    value: 'Once crossed Mongolia on a unicycle',
  },
] as const

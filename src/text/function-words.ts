/**
 * Frequent words that carry grammar rather than content, lower-cased and NFC, by ISO 639-1 code: enough to
 * recognise a language, and to leave out of a lexical comparison. Japanese, Chinese, Thai and Korean are told
 * by their scripts and have no list.
 */
const wordsByLanguage = {
  en: `the a an and or but if of to in on at by for with from into about as than then that this these those is
    are was were be been being am has have had having do does did will would can could should may might must i
    you he she it we they them his her hers its their theirs my mine your yours our ours me him us who whom whose
    which what when where why how because while during before after over under between through also there here
    not no nor very too just only own such some any each both more most other so up out off`,
  es: `el la los las un una unos unas y e o u de del al a en con por para sin sobre entre desde hasta que quien
    cual cuando donde como porque pero si no ni es son era fue ser está están estar ha han he hay su sus mi mis
    tu tus se le les lo me te nos muy más también ya este esta estos estas ese esa eso esto cada todo todos toda
    todas durante según`,
  fr: `le la les un une des du de d l et ou où mais donc ni car à au aux en dans sur sous pour par avec sans entre
    chez vers depuis que qui quoi dont quand comme si ne pas plus est sont était être a ont avoir son sa ses leur
    leurs mon ma mes ton ta tes notre nos votre vos il elle ils elles on nous vous je tu se ce cet cette ces y
    très aussi pendant plusieurs`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber denn sondern wenn weil dass ob als
    wie zu zum zur in im an am auf aus bei beim mit nach von vom vor für über unter zwischen durch gegen ohne um
    ist sind war waren sein hat haben hatte wird werden wurde kann nicht kein keine keinen ich du er sie es wir ihr
    ihm ihn ihre ihren seine seinen seiner mein meine sich auch noch sehr nur gern gerne`,
  it: `il lo la i gli le un uno una e ed o ma se di del dello della dei degli delle a al allo alla ai agli alle da
    dal dalla in nel nella nei nelle con su sul sulla per tra fra che chi cui quando dove come perché non è sono
    era essere ha hanno avere suo sua suoi sue mio mia si ci ne lui lei loro molto più anche questo questa questi
    queste ogni`,
  pt: `o a os as um uma uns umas e ou mas se de do da dos das em no na nos nas ao aos à às por pelo pela pelos com
    sem sobre entre até para que quem qual quando onde como porque não nem é são era foi ser está estão tem têm
    ter seu sua seus suas meu minha ele ela eles elas lhe muito mais também já este esta esse essa isso cada`,
  nl: `de het een en of maar want dus als dat die dit deze te in op aan bij met van voor naar uit over onder tussen
    door tegen zonder om tot is zijn was waren wordt worden heeft hebben had kan niet geen ik jij hij zij ze wij we
    hun haar mijn zich ook nog zeer erg graag veel er naar`,
  sv: `en ett och eller men att som om när där hur av i på för med från till under över mellan utan genom är var
    vara har hade ska kan inte ingen jag du han hon den det de vi sin sitt sina hans hennes deras sig också mycket
    mer än efter gärna`,
  pl: `i a w we z ze na do od po za o u przy przez dla bez pod nad między oraz lub ale czy że jest są był była być ma
    mają nie się to ten ta te tego jego jej ich jako jak gdy który która które bardzo także tylko już`,
  ro: `și sau dar că să în la de din pe cu pentru fără despre între prin până este sunt era fi are au nu se un o
    unei unui lui ei lor său sa care când unde cum foarte mai`,
  tr: `ve veya ile bir bu şu o da de ki için gibi kadar daha çok en değil olarak olan ise ama ancak hem her ne
    göre sonra önce`,
  id: `yang dan di ke dari untuk dengan pada dalam adalah ini itu atau tidak sebagai oleh juga akan telah sudah
    ingin suka karena saat bisa dapat lebih`,
  vi: `và của là có không được cho với các những một trong khi để từ về ở này đó người rất cũng đã đang sẽ thích
    tại theo như`,
  ru: `и в во на с со к ко по о об от до из у за для при без под над не ни что как это он она они его её их ему ей
    есть был была быть но или а же бы который которая которые также очень свой свою своей`,
  uk: `і й в у на з із до по про від для при без під над не ні що як це він вона вони його її їх є був була бути але
    або та який яка які також дуже`,
  ar: `في من على إلى عن مع هذا هذه ذلك التي الذي أن إن لا ما هو هي كان كانت قد أو ثم كل بين بعد قبل عند حتى`,
  fa: `در از به با که این آن را و برای است بود های می تا یا هم هر بر خود او نیست شده`,
} as const

/** Verbs and nouns that are frequent in short statements about a person; evidence of a language only. */
const statementWordsByLanguage = {
  en: `user user's prefers likes loves enjoys dislikes owns uses works lives wants needs interested interest curious
    requires plans seeks avoids based currently years old name born studies speaks hates`,
  es: `usuario usuaria prefiere gusta gustan encanta vive trabaja tiene quiere necesita usa interesa años nombre
    nació estudia habla odia evita actualmente`,
  fr: `utilisateur utilisatrice préfère aime adore habite vit travaille possède veut souhaite utilise ans nom né née
    étudie parle déteste évite actuellement`,
  de: `nutzer nutzerin benutzer benutzerin bevorzugt mag liebt wohnt lebt arbeitet besitzt möchte braucht nutzt
    interessiert jahre alt heißt geboren studiert spricht hasst vermeidet derzeit`,
  it: `utente preferisce piace piacciono ama vive abita lavora possiede vuole usa anni nome nato nata studia parla
    odia evita attualmente`,
  pt: `usuário usuária utilizador prefere gosta adora mora vive trabalha possui quer precisa usa anos nome nasceu
    estuda fala odeia evita atualmente`,
  nl: `gebruiker houdt woont werkt bezit wil gebruikt jaar oud heet geboren studeert spreekt haat vermijdt momenteel`,
  pl: `użytkownik woli lubi kocha mieszka pracuje posiada chce używa lat imię urodzony studiuje mówi unika obecnie`,
} as const

function toSets(lists: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(Object.entries(lists).map(([language, words]) => [language, new Set(words.split(/\s+/))]))
}

/** Function words by ISO 639-1 code. */
export const functionWords = toSets(wordsByLanguage)

/** Words typical of statements about a person, by ISO 639-1 code; only some languages have them. */
export const statementWords = toSets(statementWordsByLanguage)

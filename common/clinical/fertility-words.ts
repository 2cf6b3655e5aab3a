/** The wish for children in the words of patients. */
export const WISH_FOR_CHILDREN = new RegExp(
  [
    /(?<!\b(?:as|like|was|since|being) )(another|a) (baby|child|kid)\b|(try|tryin['’]?|trying|start|want|wants|would like|would love|'d like|'d love|plan|planning|hope|hoping)( to| for| on)?( have| having| get| getting| trying)?( for)?( more| some| a| another)? (kids?|child|children|bab(y|ies)|pregnant|conceive)|trying to conceive|\bivf\b|(quiero|queremos) (tener )?(mas )?hijos|otro bebe/,
    /\b(hop\w*|want\w*|wanna|wish\w*|plan\w*|try\w*|dream\w*|ready|would (like|love)|'d (like|love)|going|gonna)\b[^.]{0,16}\b(be|become|becoming) (an? )?(dads?|daddy|fathers?|parents?|mom)\b(?! (who|that|to my|for my))/,
    /(?:try\w*|hop\w*|want\w*|plan\w*|ready)(?: (?:to|for|on|have|having|get|getting)){0,3} (?:(?:a|an|our|my|the) )?(?:first|second|third|fourth|next|[1-4](?:st|nd|rd|th)) (?:kid|child|baby)\b|(?:love|like|want\w*|have) (?:one|a few|some) more (?:kids?|child|children|bab(?:y|ies))\b|think\w* (?:about|of) (?:having )?(?:kids|children|babies|a (?:kid|child|baby))\b|\bttc\b|(?:try|trying) again after the miscarriage|plan\w* (?:on |for )?a family\b|\bovulat\w+|(?:look\w*|hop\w*|plan\w*) to conceive|(?:stay|remain|keep (?:me|my \w+)) fertile|(?:keep|preserve) my fertility|(?:hurt|kill|lower|affect|harm)\w* my sperm|option of (?:having )?(?:kids|children)|give (?:my|our|him|her|the) (?:(?:son|daughter|kid|boy|girl|toddler|little one|first|kiddo) )?an? (?:little |baby |younger )?(?:brother|sister|sibling)|baby (?:number|no\.?|#) ?(?:\d|one|two|three|four)|(?:kid|child|baby)\b[^.]{0,12}\bwish ?list/,
    /\b(?:buscar|buscando|buscamos) (?:el|un) (?:segundo|tercero|bebe|hijo)\b|\bquiere (?:un|otro) (?:bebe|hijo)\b/,
    /\b(start|starting|grow|growing|expand|expanding) (a|our|my|the) family\b|\b(get|getting|got) (my|her|the) ?(wife|girlfriend|partner|fiancee?)? pregnant\b/,
    /(?<!\bi )\b(stop\w*|off|quit\w*|going off|came off|no longer (on|takes?)) (taking )?(the |her )?(pill|birth control|contracepti\w+|iud)\b|\biui\b|fertility (clinic|doctor|treatment)|\b(bank|freez)\w* (my |some )?sperm/,
    /\b(quiero|queremos|quisiera|quisieramos|deseo|deseamos|esperamos|intentando|tratando de|buscando|planeamos|planeando) (\w+ ){0,3}(hij[oa]s?|bebes?|embaraz\w*|familia)\b|\bser (papa|padres?|mama)\b|\b(deja\w*|dejo) (de tomar )?(la |las )?(pildoras?|pastillas? anticonceptivas?|anticonceptiv\w+)/,
    /\b(?:get\w{0,4}['’]?|wants?|try\w{0,3}['’]?) (?:\w+ ){0,3}?preg(?:go|gers|gy)\b|\b(?:try\w{0,3}['’]?|go|going|goin) for (?:kid |baby |child )?(?:number |no\.? ?|# ?)(?:[1-9]|one|two|three|four|five|six)\b|\b(?:try\w{0,3}['’]?|hop\w{1,3}|go|going) for (?:a|another|our|one more) (?:little )?(?:boy|girl|one)\b|\bmak(?:e|ing) (?:a|another|some|more) bab(?:y|ies)\b|\bpull(?:ed|ing) the goalie\b|\bknock(?:ed|ing)? (?:her|my (?:wife|girl|girlfriend|fiancee|lady)) up\b/,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
);

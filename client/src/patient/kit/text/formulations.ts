/** The catalog's ids in a patient's words. */
export const FORMULATION_NAMES: Readonly<Record<string, string>> = {
  testosterone_cypionate_im: 'Testosterone cypionate, injection into the muscle',
  testosterone_enanthate_im: 'Testosterone enanthate, injection into the muscle',
  testosterone_enanthate_sc_auto: 'Testosterone enanthate, auto-injector under the skin',
  testosterone_gel_1_62: 'Testosterone gel 1.62%',
  testosterone_gel_1: 'Testosterone gel 1%',
  testosterone_patch: 'Testosterone patch',
  testosterone_undecanoate_oral_jatenzo: 'Testosterone undecanoate capsules (Jatenzo)',
  testosterone_undecanoate_oral_kyzatrex: 'Testosterone undecanoate capsules (Kyzatrex)',
  testosterone_undecanoate_oral_tlando: 'Testosterone undecanoate capsules (Tlando)',
  testosterone_undecanoate_im: 'Testosterone undecanoate, injection at the clinic',
  testosterone_nasal: 'Testosterone nasal gel',
  testosterone_pellet: 'Testosterone pellets',
  non_testosterone_option: 'A treatment without testosterone',
};

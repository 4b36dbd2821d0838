import { lines, type TrainingRows } from '../training-rows.ts';

export const training: TrainingRows = {
  code: 'en',
  hasDataSets: true,
  inflection: null,
  outOfScope: lines(`
how many moons does saturn have
why does bread rise in the oven
who painted the ceiling of that chapel in rome
what is the difference between a crow and a raven
how do vaccines train the immune system
which planet spins the fastest
what causes the northern lights
who was the first woman to fly across an ocean
how deep is the deepest lake on earth
explain photosynthesis to a six year old
what is a black hole made of
how are diamonds formed underground
name three rivers in south america
what does the word ephemeral mean
is glass a liquid or a solid
how do you prune rose bushes in autumn
what glue works best on leather
how do i stop a door from squeaking
can i compost citrus peel
how do i sharpen a kitchen knife with a stone
what grit of sandpaper should i use before varnish
how do i remove a stripped screw
why are the leaves on my basil turning black
how do i get candle wax out of a tablecloth
what is the easiest way to fold a fitted sheet
how do i teach a parrot to talk
my dog will not stop chewing his paw
is it safe to give honey to a hamster
how long do goldfish live
how often should a horse be shod
what breed of cat has no tail
should i learn the piano or the violin first
how do i hold a guitar pick
what key is this melody in
who composed the four seasons
how many strings does a harp have
which film won best picture last year
who plays the villain in the new superhero movie
when does the next season of that show start
is the book better than the film
recommend a novel set in the desert
who wrote the poem about two roads
what is the plot of hamlet
who won the football match last night
how is offside decided
what is a good time for a first marathon
how do i do a proper push up
how high is a basketball hoop
who holds the world record in the high jump
what is the score right now
how many players are on a rugby team
what does love mean in tennis
explain the rules of cricket
how do i castle in chess
what are the odds of a full house
how do i beat the last boss in this game
which console has the best exclusives
what is the largest prime number known
how do i solve a quadratic equation
what is the derivative of sine
how many sides does a dodecagon have
prove that there are infinitely many primes
what is the boiling point of ethanol
balance this chemical equation
how do i write a for loop in python
what does this stack trace mean
how do i undo the last commit
which sorting algorithm is the fastest
how do i install a second hard drive
why does my printer print blank pages
how do i reset the router in the attic
what is the best free photo editor
how do i crop a video
can you write an essay about the roman empire
write a haiku about autumn rain
compose a short speech for a retirement party
draw me a picture of a dragon
make up a story about a lost robot
sing happy birthday in a deep voice
who is going to win the election
what did the senator say about the bill
how does a bill become law
who is the prime minister of canada
what is the capital of mongolia
when did the berlin wall come down
who signed the magna carta
how long did the hundred years war last
why did the roman empire fall
what language is spoken in greenland
how many time zones does russia have
what currency did italy use before
is there life on other planets
what happens after we die
do you believe in ghosts
what is the meaning of suffering
should i forgive my brother
how do i make friends in a new city
i feel lonely tonight
my neighbour keeps playing drums at midnight
my sister is getting married in june
how do i write a condolence card
what should i name my baby
how do i get a toddler to sleep
when do babies start to crawl
what is a normal resting heart rate
how do i treat a sprained ankle
is a rash on the elbow dangerous
how much water should an adult drink
does green tea have caffeine
what foods are high in iron
how do i pick a ripe melon
what wine goes with grilled fish
how long do i boil a soft egg
what can replace buttermilk in pancakes
how do i keep guacamole from going brown
what is the best way to clean a cast iron pan
which mushrooms are poisonous
how do i build a campfire in the rain
what knot should i use to tie a boat
how do i read a topographic map
which way is north
how do i patch a tent
what bait works for trout
how do i wax a snowboard
what is the tallest mountain in africa
are there sharks in the baltic sea
how fast does a cheetah run
why do cats purr
how do bees make honey
what do owls eat
how do whales sleep
what is the national bird of india
which dinosaur had three horns
how old is the universe
who discovered penicillin
who invented the zipper
how does a steam engine work
how do noise cancelling headphones work
what is the speed of sound
how do magnets work
how do i wire a three way switch
how much paint do i need for a small bedroom
what colour curtains go with grey walls
how do i lay laminate flooring
how do i get rid of ants in the pantry
when should i plant tulip bulbs
how do i grow tomatoes on a balcony
what is the best fertiliser for a lawn
how do i change the oil in a lawn mower
what does the yellow light on my dashboard mean
how do i parallel park
which motorbike is good for beginners
how do electric engines work
what is the fine for parking on the pavement
can my landlord keep my deposit
how do i get a divorce
how do i write a will
is it legal to record a conversation
how do i become a firefighter
what does an actuary do
how do i ask my boss for a quieter desk
what should i wear to a garden wedding
how do i tie a bow tie
how do i get ink out of a shirt pocket
how do i fix a broken zipper
what size needle do i need for denim
how do i knit a scarf
how do i make soap at home
how do i make a paper crane
what is the best camera for beginners
how do i photograph the moon
which museum has the egyptian mummies
what time does the library close
where can i donate old clothes
is there a farmers market near here
what is open on christmas day
where is the nearest swimming pool
how do i get to the old town on foot
which church has the tall spire
the quick brown fox jumps over the lazy dog
lorem ipsum dolor sit amet
asdf qwer zxcv
blah blah blah
one potato two potato
purple elephants dancing slowly
nothing makes sense in the morning
the sky was green when i was young
i think he left his umbrella there
she said it would be fine
we went for a walk by the river
they never told us about the bridge
my grandmother used to bake on sundays
it reminds me of an old song
that was a strange dream
I painted the fence yesterday
the train was full of tourists
the baby is finally asleep
stop staring at me
pass the salt please
who let the dogs out
look at that sunset
there is a spider in the bath
something smells odd in here
`),
};

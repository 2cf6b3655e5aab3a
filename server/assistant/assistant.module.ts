import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Article, ArticleVersion } from './article.entities.js';
import { AssistantConversation, AssistantTurn } from './conversation.entities.js';
import { Answers } from './answers.service.js';
import { ArticleReviews } from './article-reviews.service.js';
import { ArticlesAdminController } from './articles-admin.controller.js';
import { ArticlesAdmin } from './articles-admin.service.js';
import { ArticlesRepository } from './articles.repository.js';
import { AssistantController } from './assistant.controller.js';
import { Assistant } from './assistant.service.js';
import { ConversationsRepository } from './conversations.repository.js';
import { EmergencyAlertsController } from './emergency-alerts.controller.js';
import { EmergencyAlerts } from './emergency-alerts.service.js';
import { KnownQuestionsService } from './known-questions.service.js';
import { RetrievalRepository } from './retrieval.repository.js';
import { Rewording } from './rewording.service.js';
import { MessagesModule } from '../messages/messages.module.js';
import { PrescriptionsModule } from '../prescriptions/prescriptions.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Article, ArticleVersion, AssistantConversation, AssistantTurn]),
    MessagesModule,
    PrescriptionsModule,
    RulesModule,
    CaseRecordsModule,
  ],
  controllers: [AssistantController, ArticlesAdminController, EmergencyAlertsController],
  providers: [
    Answers,
    ArticleReviews,
    ArticlesAdmin,
    ArticlesRepository,
    Assistant,
    ConversationsRepository,
    EmergencyAlerts,
    RetrievalRepository,
    KnownQuestionsService,
    Rewording,
  ],
  exports: [Assistant],
})
export class AssistantModule {}
